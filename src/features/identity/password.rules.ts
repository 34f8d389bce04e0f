const COMMON_PASSWORDS = new Set(
  `password passw0rd password1 password12 password123 p@ssword p@ssw0rd 12345678 123456789 1234567890 123123123
  87654321 987654321 11111111 00000000 11223344 12341234 88888888 66666666 qwertyui qwertyuiop qwerty12 qwerty123
  1q2w3e4r 1q2w3e4r5t 1qaz2wsx qazwsxedc zaq12wsx asdfghjk asdfghjkl zxcvbnm1 abcd1234 abc12345 abcdefgh a1b2c3d4
  iloveyou iloveyou1 sunshine princess football baseball basketball superman batman123 spiderman starwars pokemon1
  trustno1 whatever dragon123 monkey123 letmein1 letmein123 welcome1 welcome12 welcome123 changeme changeme1
  computer internet samsung1 michelle jennifer jessica1 charlie1 michael1 liverpool chelsea1 arsenal1 manchester
  mustang1 corvette mercedes ferrari1 porsche1 harley12 cocacola chocolate butterfly rainbow1 blessed1 jesus123
  victoria freedom1 maverick midnight midnight1 november december summer12 summer123 winter12 winter123 spring123
  autumn123 admin123 admin1234 administrator root1234 toor1234 default1 guest123 test1234 testtest temp1234
  secret123 mypassword passwort password! password1! pa55word pa$$word asdf1234 asdfasdf qwer1234 aa123456 a1234567`.split(
    /\s+/,
  ),
);

const PRODUCT_WORDS = ['commonhold', 'realestate'];

/**
 * Whether a password is one of the first that an attacker tries: a common one, one character or one sequence over
 * and over, or little more than the person's own name or address (OWASP ASVS 5.0, 6.2).
 */
export function isWeakPassword(
  password: string,
  person: { email: string; firstName: string; lastName: string },
): boolean {
  const lowerCased = password.toLowerCase();
  if (COMMON_PASSWORDS.has(lowerCased)) return true;
  if (/^(.{1,4})\1+$/.test(lowerCased) || isSequence(lowerCased)) return true;
  const [mailbox = ''] = person.email.split('@');
  const context = [...PRODUCT_WORDS, mailbox, person.firstName, person.lastName, person.email];
  return context.some((word) => isMostly(lowerCased, word.toLowerCase().trim()));
}

function isMostly(password: string, word: string): boolean {
  return word.length >= 4 && password.includes(word) && password.length - word.length < 6;
}

function isSequence(text: string): boolean {
  const steps = new Set<number>();
  for (let index = 1; index < text.length; index += 1)
    steps.add(text.charCodeAt(index) - text.charCodeAt(index - 1));
  return steps.size === 1 && [1, -1, 0].includes([...steps][0] ?? 2);
}
