/** Variables of the server that are built into the app: public ones only. A build with other values is another one. */
export const publicVariables = ['FIREBASE_PROJECT_ID', 'FIREBASE_API_KEY', 'PHONE_REGIONS', 'SUPPORT_EMAIL'];
