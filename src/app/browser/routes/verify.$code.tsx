import { createFileRoute } from '@tanstack/react-router';
import { VerifyScreen } from '#features/certificates/client/verify-screen.tsx';
import { titled } from '../page-title.ts';

export const Route = createFileRoute('/verify/$code')({
  staticData: { public: true, layout: 'form' },
  head: () => titled('Share certificate'),
  component: VerifyPage,
});

function VerifyPage() {
  const { code } = Route.useParams();
  return <VerifyScreen key={code} code={code} />;
}
