-- The files of the version of the app that this server serves, and of those before it: what devices have, of which differences are made.
create table app_versions (
  version text primary key,
  -- Its bundle (src/contract/appFiles.ts), compressed with zstd, in base64.
  bundle text not null,
  -- The last start of a server with it.
  started bigint not null
);
