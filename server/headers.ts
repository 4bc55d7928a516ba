import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

/** The identity provider's hosts that the app talks to when there is no emulator behind our own origin. */
const identityHosts = ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com'];

/** The app asks the device for none of these; a photo is taken by the system's own camera, which needs no leave. */
const notNeeded = [
  'accelerometer',
  'browsing-topics',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'serial',
  'usb',
];
const permissionsPolicy = notNeeded.map((feature) => `${feature}=()`).join(', ');

/** Security headers: everything from our own origin, nothing inline, in nobody's frame. */
export async function securityHeaders(
  app: FastifyInstance,
  { secure, usesFirebase }: { secure: boolean; usesFirebase: boolean },
): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        scriptSrcAttr: ["'none'"],
        styleSrc: ["'self'"],
        connectSrc: ["'self'", ...(usesFirebase ? identityHosts : [])],
        imgSrc: ["'self'", 'blob:', 'data:'],
        fontSrc: ["'self'"],
        objectSrc: ["'none'"],
        // Documents are previewed from blobs.
        frameSrc: ["'self'", 'blob:'],
        frameAncestors: ["'none'"],
        workerSrc: ["'self'"],
        manifestSrc: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
      },
    },
    xFrameOptions: { action: 'deny' },
    referrerPolicy: { policy: 'same-origin' },
    strictTransportSecurity: secure ? { maxAge: 31_536_000 } : false,
  });
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('permissions-policy', permissionsPolicy);
  });
}
