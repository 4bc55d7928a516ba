import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import { responseMark } from '../../src/contract/calls.ts';

/** The identity provider's hosts that the app calls when no emulator stands behind our own origin. */
const identityHosts = ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com'];

/** Device features the app never uses; a photo is taken by the system's own camera, which needs no permission. */
const unusedFeatures = [
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
const permissionsPolicy = unusedFeatures.map((feature) => `${feature}=()`).join(', ');

/** The one Trusted Types policy of the app (`src/app/start/workerAddress.ts`): it allows the worker's address and nothing else. */
const trustedTypes = 'ev-jobs';
const yearSeconds = 31_536_000;

type Served = {
  /** Users connect over https. */
  secure: boolean;
  usesFirebase: boolean;
};

/** Headers of documents: scripts and styles from our own origin only, nothing inline, no frame, no text that becomes markup. */
function documentPolicies({ secure, usesFirebase }: Served) {
  return {
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
        // Opened documents, under an address that the worker answers.
        frameSrc: ["'self'"],
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
    crossOriginOpenerPolicy: { policy: 'same-origin' },
  } as const;
}

/** Headers of every response: a script, a picture or JSON needs no others. */
const everyResponse = {
  contentSecurityPolicy: false,
  crossOriginOpenerPolicy: false,
  crossOriginResourcePolicy: { policy: 'same-origin' },
  originAgentCluster: false,
  referrerPolicy: false,
  xContentTypeOptions: true,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xFrameOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
} as const;

/** Whether the response is a page, or the worker's script, whose requests its own policy limits. */
function isDocument(contentType: unknown, url: string): boolean {
  return String(contentType).startsWith('text/html') || /^\/sw\.js($|\?)/.test(url);
}

/** Adds the security headers: the policies to documents, and to all responses what protects them from being misread. */
export async function securityHeaders(app: FastifyInstance, served: Served): Promise<void> {
  // What the framework answers before any hook, of a path it cannot decode or as it closes, is ours too.
  app.server.prependListener('request', (_request, response) => response.setHeader(responseMark, '1'));
  await app.register(helmet, {
    ...everyResponse,
    strictTransportSecurity: served.secure && { maxAge: yearSeconds },
  });
  const policies = documentPolicies(served);
  app.addHook('onRequest', ({ protocol }, reply, done) => {
    reply.header(responseMark, '1');
    // A proxy whose word is taken says that they came over https, though no public address was configured.
    if (!served.secure && protocol === 'https') {
      reply.header('strict-transport-security', `max-age=${yearSeconds}; includeSubDomains`);
    }
    done();
  });
  app.addHook('onSend', async (request, reply) => {
    if (!isDocument(reply.getHeader('content-type'), request.url)) return;
    reply.header('permissions-policy', permissionsPolicy);
    await reply.helmet(policies);
  });
}
