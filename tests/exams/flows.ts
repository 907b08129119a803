import { all, both, type Cells, scriptOnly } from '../e2e/modes'

export const examsFlows = {
  'an office creates an exam for two classes with all its papers in one form': both(
    'exam papers',
    'delete page',
    'decision page',
  ),
  'a marks grid of forty is filled in, and invalid marks are refused without losing input': both('marks grid'),
  'a marks grid of forty is filled in by keyboard alone': scriptOnly('marks grid'),
  'marks are uploaded from a file: template, errors by line, valid rows saved': both('marks grid', 'upload'),
  'two clerks enter marks of one paper, and neither overwrites the other': both('marks grid'),
  'results are published, viewed as a sheet and withdrawn with a reason': both(
    'marks grid',
    'delete page',
    'decision page',
  ),
  'a teacher finds an exam and enters marks only for assigned sections and subjects': both(
    'marks grid',
    'form page',
    'list page',
  ),
  'a student searches and filters the exams, clears the filters, and views the papers of one': all('filters'),
  'a student sees a result only while it is published': both('filters'),
  'an office prints the report cards of a class, of a section, and of one student': both('shell'),
} as const satisfies Record<string, Cells>
