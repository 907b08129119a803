import { type FlowCoverage, lightAndEnhanced, lightOnly } from '../e2e/modes'

/** Flows by title, each with the modes in which it must pass and the page pieces that it covers with JavaScript. */
export const importsFlows = {
  'an office imports students from a messy file: upload, columns, preview, run, rejected rows': lightAndEnhanced(
    'import report',
    'payment that moves on',
    'upload',
  ),
  'an office compares the preview with the file, and confirms unlikely values before the import': lightAndEnhanced(
    'import report',
    'payment that moves on',
    'upload',
  ),
  'an office enters one value for all rows of a file that lacks the column': lightAndEnhanced(
    'import report',
    'payment that moves on',
    'upload',
  ),
  'an office imports teachers from an Excel file, all or nothing': lightAndEnhanced(
    'import report',
    'payment that moves on',
    'upload',
  ),
  'a failed import is checked again, and the new check is reviewed before it runs': lightAndEnhanced(
    'import report',
    'payment that moves on',
    'decision page',
  ),
  'an office undoes an import: used rows stay, and a second clerk learns of the same file': lightAndEnhanced(
    'import report',
    'payment that moves on',
    'upload',
    'decision page',
  ),
  'an office keeps the old receipts of paid fees, and corrects and removes an opening due': lightAndEnhanced(
    'import report',
    'payment that moves on',
    'upload',
    'decision page',
  ),
  'a registered school moves in from four messy files within 25 clicks, and all counts and sums agree': lightOnly,
  'an office imports guardians, finds them in their list, and takes them back': lightAndEnhanced(
    'import report',
    'payment that moves on',
    'upload',
    'decision page',
  ),
  'an office imports attendance by month, sees who is below 75 %, and takes it back': lightAndEnhanced(
    'import report',
    'payment that moves on',
    'upload',
    'decision page',
  ),
  'an office saves the marks of a file, finds it in the history, and takes the marks back': lightAndEnhanced(
    'import report',
    'upload',
    'decision page',
  ),
  'an unreadable file is refused with a reason': lightAndEnhanced('import report', 'payment that moves on', 'upload'),
} as const satisfies Record<string, FlowCoverage>
