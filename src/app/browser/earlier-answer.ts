import { showToast } from '#ui/toast.ts';

/** In place of the message of success: the order was sent before, and its answer was lost. */
export function showEarlierAnswer(): void {
  showToast({
    title: 'Already Done Before',
    description:
      'Your earlier try had gone through, only its answer was lost. Nothing was done again. If you want it once more, repeat it now.',
  });
}
