import { Badge } from '#ui/badge.tsx';
import type { ArticleStatus } from '../learn.contract.ts';

export function ArticleStatusBadge({ status }: { status: ArticleStatus }) {
  return status === 'published' ? <Badge tone="success">Published</Badge> : <Badge>Draft</Badge>;
}
