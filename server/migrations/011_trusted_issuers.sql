-- The certificates that the firm trusts, for the signatures in PDF files. None is built in.
create table trusted_issuers (
  -- SHA-256 of the certificate, in hexadecimal digits.
  fingerprint text primary key,
  name text not null,
  until bigint not null,
  added bigint not null,
  -- The certificate itself (DER), in base64.
  certificate text not null
);
