import { showToast } from '#ui/toast.ts';

/** In place of the message of success: the order was sent before, and its answer was lost. */
export function showEarlierAnswer(): void {
  showToast({
    title: 'Already done',
    description:
      'Your earlier attempt went through, but you did not get the confirmation. Nothing was done twice. To do it again, submit once more.',
  });
}
