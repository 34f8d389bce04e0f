export function SkipLink({ target = 'main', children = 'Skip to the content' }) {
  return (
    <a href={`#${target}`} className="skip-link">
      {children}
    </a>
  );
}
