function operation(operationId: string, summary: string, description: string) {
  const page = { 'text/html': { schema: { type: 'string' } } };
  return {
    operationId,
    tags: ['Notifications'],
    summary,
    description,
    security: [],
    parameters: [{ name: 'token', in: 'path', required: true, schema: { type: 'string' } }],
    responses: {
      '200': { description: 'The page.', content: page },
      '404': { description: 'A page that says that the link is no longer valid.', content: page },
    },
  };
}

/** HTML pages behind the links in emails, and the way in for replies. They are not calls of the app. */
export const mailPages = {
  '/mail/unsubscribe/{token}': {
    get: operation('askUnsubscribe', 'Show the unsubscribe page', 'Opening it changes nothing.'),
    post: operation(
      'unsubscribe',
      'Unsubscribe from job emails',
      'One click (RFC 8058): any body, no sign-in. Repeating it changes nothing.',
    ),
  },
  '/mail/resubscribe/{token}': {
    post: operation('resubscribe', 'Resubscribe to job emails', 'Restores the setting from before.'),
  },
  '/mail/inbound': {
    post: {
      operationId: 'inboundEmail',
      tags: ['Notifications'],
      summary: 'Deliver a reply by email',
      description:
        'The webhook of a mail provider, with HTTP Basic authentication; exists where `REPLY_WEBHOOK_SECRET` is set. The body is a whole email, at most 40 MB, or has it in the field `email`, `body-mime` or `RawEmail`.',
      security: [],
      requestBody: { content: { 'message/rfc822': { schema: { type: 'string', format: 'binary' } } } },
      responses: {
        '204': { description: 'It was taken, whatever became of it.' },
        '401': { description: 'The secret is wrong.' },
        '503': { description: 'Deliver it again later.' },
      },
    },
  },
};
