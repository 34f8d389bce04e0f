/**
 * The packages that the server's build leaves outside: those that bring files of their own beside their code, and a large
 * one that few installations use. An installation needs these and no others.
 */
export const serverPackages = [
  '@aws-sdk/client-s3',
  '@electric-sql/pglite',
  '@node-rs/argon2',
  'pdfkit',
  'pino',
  'sharp',
];
