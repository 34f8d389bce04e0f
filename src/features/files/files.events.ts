/** Nothing refers to a file any more; a job erases it. */
export const FILE_DISCARDED = 'files.discarded';
