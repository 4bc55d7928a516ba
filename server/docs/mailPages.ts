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

/** The pages behind the links of emails: HTML for people and mail programs, and no calls of the app. */
export const mailPages = {
  '/mail/unsubscribe/{token}': {
    get: operation('askUnsubscribe', 'Asks whether emails shall stop', 'Changes nothing, whoever opens it.'),
    post: operation(
      'unsubscribe',
      'Stops emails about jobs',
      'One click (RFC 8058): any body, no sign-in. Repeating it changes nothing.',
    ),
  },
  '/mail/resubscribe/{token}': {
    post: operation('resubscribe', 'Lets emails about jobs come again', 'As they came before they stopped.'),
  },
};
