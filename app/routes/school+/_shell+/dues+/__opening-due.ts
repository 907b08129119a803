export const onlyUntouched =
  'Only an opening due without money can be corrected or removed: nothing is paid for it, and no payment is in progress. Reverse its payments first.'
