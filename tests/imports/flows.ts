import { both, type Mode } from '../e2e/modes'

export const importsFlows = {
  'an office imports students from a messy file: upload, columns, preview, run, rejected rows': both,
  'an office imports teachers from an Excel file, all or nothing': both,
  'an import that failed is checked again, and what was checked anew is looked at before it runs': both,
  'a file that cannot be read is refused with a reason': both,
} as const satisfies Record<string, readonly Mode[]>
