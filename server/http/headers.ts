import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import { responseMark } from '../../src/contract/calls.ts';

/** The identity provider's hosts that the app calls when there is no emulator behind our origin. */
const identityHosts = ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com'];

/** Device features that the app never uses; photos are taken by the system's camera app, which needs no permission. */
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
  'serial',
  'usb',
  'window-management',
  'xr-spatial-tracking',
];
const permissionsPolicy = unusedFeatures.map((feature) => `${feature}=()`).join(', ');

/** The one Trusted Types policy of the app (`src/scriptAddress.ts`): it allows workers of the app and nothing else. */
const trustedTypes = 'ev-jobs';
const yearSeconds = 31_536_000;

declare module 'fastify' {
  interface FastifyReply {
    /** What stands inline in a document, by its hashes; null in all but those with an early form. */
    inlineHashes: InlineHashes | null;
  }
}

/** Hashes as policies name them (`'sha256-…'`). */
export type InlineHashes = { script: string[]; style: string[] };

type Served = {
  /** Whether users connect over https. */
  secure: boolean;
  usesFirebase: boolean;
};

const nothing: InlineHashes = { script: [], style: [] };

/**
 * Returns the headers of documents: scripts and styles from our own origin only, nothing inline but what the build wrote into an early
 * form, no frames, no strings as markup.
 */
function documentPolicies({ secure, usesFirebase }: Served, { script, style } = nothing) {
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...script],
        scriptSrcAttr: ["'none'"],
        styleSrc: ["'self'", ...style],
        connectSrc: ["'self'", ...(usesFirebase ? identityHosts : [])],
        imgSrc: ["'self'", 'blob:', 'data:'],
        fontSrc: ["'self'"],
        objectSrc: ["'none'"],
        frameSrc: ["'none'"],
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

/** Headers of every response; scripts, images and JSON need no others. */
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

/** Whether the response is a page, or the service worker's script, whose own policy limits its requests. */
function isDocument(contentType: unknown, url: string): boolean {
  return String(contentType).startsWith('text/html') || /^\/sw\.js($|\?)/.test(url);
}

/** Adds the security headers: policies to documents, and to all responses those that prevent content sniffing and leaks. */
export async function securityHeaders(app: FastifyInstance, served: Served): Promise<void> {
  // Also marks responses that the framework sends before any hook, for a path it cannot decode or while it closes.
  app.server.prependListener('request', (_request, response) => response.setHeader(responseMark, '1'));
  await app.register(helmet, {
    ...everyResponse,
    strictTransportSecurity: served.secure && { maxAge: yearSeconds },
  });
  const policies = documentPolicies(served);
  app.decorateReply('inlineHashes', null);
  app.addHook('onRequest', ({ protocol }, reply, done) => {
    reply.header(responseMark, '1');
    // A trusted proxy says that users connect over https, although no public address is configured.
    if (!served.secure && protocol === 'https') {
      reply.header('strict-transport-security', `max-age=${yearSeconds}; includeSubDomains`);
    }
    done();
  });
  app.addHook('onSend', async (request, reply) => {
    if (!isDocument(reply.getHeader('content-type'), request.url)) return;
    reply.header('permissions-policy', permissionsPolicy);
    const { inlineHashes: inline } = reply;
    await reply.helmet(inline ? documentPolicies(served, inline) : policies);
  });
}
