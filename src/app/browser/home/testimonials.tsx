import { Badge } from '#ui/badge.tsx';

/** Written by us and marked as examples: nobody is quoted who does not exist (docs/decisions, number 20). */
const examples = [
  {
    who: 'A first-time investor',
    words:
      'I started with a single share to see if the rent would really come. It came on the fifteenth, with a statement I could check to the cent.',
  },
  {
    who: 'A former landlord',
    words:
      'I used to own one condo and all of its problems. Now I own shares in nine buildings. When something has to be decided, I vote, and then I get on with my evening.',
  },
  {
    who: 'An investor who resold',
    words:
      'When I needed the money, I listed my shares on the resale market. They sold after three weeks. I knew it could take longer.',
  },
];

export function Testimonials() {
  return (
    <section aria-labelledby="voices" className="page-width py-16 sm:py-24">
      <h2 id="voices" className="text-3xl sm:text-4xl">
        What owning a share can be like
      </h2>
      <p className="prose-width mt-3 text-muted">
        We wrote these examples ourselves. They are not customer testimonials.
      </p>
      <ul className="mt-10 grid gap-6 md:grid-cols-3">
        {examples.map(({ who, words }) => (
          <li key={who} className="rounded-box border border-line bg-surface p-6">
            <figure className="flex h-full flex-col gap-6">
              <blockquote className="font-serif text-xl leading-snug">“{words}”</blockquote>
              <figcaption className="mt-auto flex flex-wrap items-center justify-between gap-2 text-sm text-muted">
                {who}
                <Badge>Example</Badge>
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </section>
  );
}
