import { showToast } from '#ui/toast.ts';

/** In place of the message of success: the order was sent before, and its answer was lost. */
export function showEarlierAnswer(): void {
  showToast({
    title: 'Already done before',
    description:
      'Your earlier attempt went through; only its answer was lost. Nothing was done twice. To do it a second time, submit again now.',
  });
}
