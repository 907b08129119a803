import { both, type Cells } from '../e2e/modes'

export const importsFlows = {
  'an office imports students from a messy file: upload, columns, preview, run, rejected rows': both(
    'import report',
    'payment that moves on',
    'upload',
  ),
  'an office imports teachers from an Excel file, all or nothing': both(
    'import report',
    'payment that moves on',
    'upload',
  ),
  'a failed import is checked again, and the new check is reviewed before it runs': both(
    'import report',
    'payment that moves on',
    'decision page',
  ),
  'an unreadable file is refused with a reason': both('import report', 'payment that moves on', 'upload'),
} as const satisfies Record<string, Cells>
