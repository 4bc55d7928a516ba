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

/** HTML pages behind the links in emails. They are not calls of the app. */
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
};
