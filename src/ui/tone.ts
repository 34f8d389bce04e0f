import { CircleCheck, Info, type LucideIcon, OctagonAlert, Star, TriangleAlert } from 'lucide-react';

export type Tone = 'neutral' | 'success' | 'warning' | 'danger' | 'accent';

export const toneClasses: Record<Tone, string> = {
  neutral: 'border-line bg-quiet-soft text-ink',
  success: 'border-positive/25 bg-positive-soft text-positive',
  warning: 'border-caution/25 bg-caution-soft text-caution',
  danger: 'border-negative/25 bg-negative-soft text-negative',
  accent: 'border-brass/25 bg-brass-soft text-brass',
};

export const toneIcons: Record<Tone, LucideIcon> = {
  neutral: Info,
  success: CircleCheck,
  warning: TriangleAlert,
  danger: OctagonAlert,
  accent: Star,
};
