/** Where we say less than another program does, and why that is right: by the words that the viewer says. */
export const stricter: readonly { says: RegExp; why: string }[] = [
  {
    says: /covers only a part/,
    why: 'pdfsig calls a signature valid whatever it covers, and says “Not total document signed” beside it.',
  },
  {
    says: /more of the file than itself/,
    why: 'Neither looks at what stands in the hole: objects of another document may.',
  },
  {
    says: /belongs to nothing|known here|damaged, or built/,
    why: 'Neither looks at what stands behind the signed part. What only a search finds is drawn by some programs and not by others.',
  },
  {
    says: /after it was signed|Another signature was added after/,
    why: 'Both verify the bytes of the signed part only, not what was appended to them and is what a reader sees.',
  },
  {
    says: /too weak/,
    why: 'Two documents with one SHA-1 can be made by whoever prepares them; RSA with less than 2048 bits is within reach.',
  },
  {
    says: /another certificate/,
    why: 'The signature names another certificate (RFC 5035); neither program compares the two.',
  },
  {
    says: /several signers/,
    why: 'Whose signature a reader would be told of is anybody’s choice; ISO 32000-2 allows one. PoDoFo 0.9 adds two, by SHA-256 and SHA-512.',
  },
  {
    says: /kind that isn’t checked/,
    why: 'A signature that carries its own content signs that content, not the file.',
  },
  { says: /algorithm that isn’t checked/, why: 'Browsers do not calculate it.' },
  { says: /timestamp doesn’t fit/, why: 'Neither looks at timestamps of signatures.' },
  { says: /signature itself is damaged/, why: 'Something stands behind the signature in its place.' },
  { says: /lies in the future/, why: 'A signer’s clock that is ahead by more than a day says nothing.' },
  { says: /for signing documents/, why: 'The certificate is for something else, as a web server.' },
  { says: /was revoked/, why: 'pdfsig was told to ask nobody, and reads no embedded lists.' },
  {
    says: /no longer valid|has expired|not valid yet/,
    why: 'pdfsig says so of the certificate; OpenSSL was asked about the bytes only.',
  },
  {
    says: /issuer that your firm trusts/,
    why: 'pdfsig says so of the certificate, or trusts an issuer of SHA-1; OpenSSL was asked about the bytes only.',
  },
  { says: /protected/, why: 'What is encrypted is not read here.' },
];
