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
  'an import that failed is checked again, and what was checked anew is looked at before it runs': both(
    'import report',
    'payment that moves on',
    'decision page',
  ),
  'a file that cannot be read is refused with a reason': both('import report', 'payment that moves on', 'upload'),
} as const satisfies Record<string, Cells>
