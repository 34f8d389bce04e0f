import { randomBytes } from 'node:crypto';

/** The ids of an account, as /etc/passwd has them; null when there is none. */
export function accountOf(name, passwd) {
  const line = passwd.split('\n').find((one) => one.startsWith(`${name}:`));
  if (!line) return null;
  const [, , uid, gid] = line.split(':');
  return { uid: Number(uid), gid: Number(gid) };
}

/** The unit with the Node that the installation was made with. */
export const unitText = (template, node) => template.replace('@NODE@', node);

/** Settings of a new installation: its own secrets, and empty what only the operator knows. */
export function settingsText(home) {
  const secret = (bytes) => randomBytes(bytes).toString('base64');
  return `# Settings of Commonhold, which .env.example of its sources describes. Only root and the service read them.
NODE_ENV=production
DATA_DIR=${home}
DATA_KEYS=first:${secret(32)}
METRICS_TOKEN=${randomBytes(24).toString('hex')}

# To be filled in before the first start.
DATABASE_URL=
PUBLIC_URL=
SMTP_URL=
MAIL_FROM=
PROXY_HOPS=1

# "allow" accepts that deposits and withdrawals go to the built-in sandbox bank, which moves no real money.
SANDBOX_BANK=
`;
}
