import { all, both, type Cells, scriptOnly } from '../e2e/modes'

export const examsFlows = {
  'an office makes an exam for two classes and all its papers in one form': both(
    'exam papers',
    'delete page',
    'decision page',
  ),
  'a marks grid of forty is typed, and wrong marks are refused with nothing lost': both('marks grid'),
  'a marks grid of forty is typed by keyboard alone': scriptOnly('marks grid'),
  'marks come from a file: template, mistakes by line, the right rows saved': both('marks grid', 'upload'),
  'two clerks enter marks of one paper, and neither overwrites the other': both('marks grid'),
  'results are published, read as a sheet and withdrawn with a reason': both(
    'marks grid',
    'delete page',
    'decision page',
  ),
  'a teacher finds and marks the own section and subject only': both('marks grid', 'form page', 'list page'),
  'a student searches and filters the exams, resets, and reads the papers of one': all('filters'),
  'a student finds a result once it is published, not before, and not after it is withdrawn': both('filters'),
  'an office prints the report cards of a class, of a section, and of one student': both('shell'),
} as const satisfies Record<string, Cells>
