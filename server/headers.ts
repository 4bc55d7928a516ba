import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';

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
  'hid',
  'idle-detection',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'screen-wake-lock',
  'serial',
  'usb',
  'window-management',
  'xr-spatial-tracking',
];
const permissionsPolicy = notNeeded.map((feature) => `${feature}=()`).join(', ');

/** The one policy of the app (`src/app/workerAddress.ts`): it knows the address of the worker and nothing else. */
const trustedTypes = 'ev-jobs';
const yearSeconds = 31_536_000;

type Served = {
  /** People come over https. */
  secure: boolean;
  usesFirebase: boolean;
};

/** The headers of every answer: the same for all, so they are made once. */
function headersOf({ secure, usesFirebase }: Served): Record<string, string> {
  const answer = new ServerResponse(new IncomingMessage(new Socket()));
  const protect = helmet({
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
        requireTrustedTypesFor: ["'script'"],
        trustedTypes: [trustedTypes],
        ...(secure ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    xFrameOptions: { action: 'deny' },
    referrerPolicy: { policy: 'same-origin' },
    strictTransportSecurity: secure ? { maxAge: yearSeconds } : false,
  });
  protect(answer.req, answer, (error) => {
    if (error) throw error;
  });
  answer.setHeader('permissions-policy', permissionsPolicy);
  return Object.fromEntries(
    Object.entries(answer.getHeaders()).map(([name, value]) => [name, String(value)]),
  );
}

/**
 * Security headers: everything from our own origin, nothing inline, in nobody's frame, and in browsers with Trusted Types no
 * text that becomes markup or a script.
 */
export function securityHeaders(app: FastifyInstance, served: Served): void {
  const headers = headersOf(served);
  app.addHook('onRequest', ({ protocol }, reply, done) => {
    reply.headers(headers);
    // A proxy whose word is taken says that they came over https, though no public address was configured.
    if (!served.secure && protocol === 'https') {
      reply.header('strict-transport-security', `max-age=${yearSeconds}; includeSubDomains`);
    }
    done();
  });
}
