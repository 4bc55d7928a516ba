import { emulatorProjectId } from '../../../server/settings/config.ts';

/**
 * The claims of a token for a server that was started as a program, beside the identity. Apart from
 * the people, whom component tests load into the browser.
 */
export const emulatorClaims = {
  iss: `https://securetoken.google.com/${emulatorProjectId}`,
  aud: emulatorProjectId,
};
