import { enhancedOnly, type FlowCoverage, inAllModes, lightAndEnhanced } from '../e2e/modes'

/** Flows by title, each with the modes in which it must pass and the page pieces that it covers with JavaScript. */
export const examsFlows = {
  'an office creates an exam for two classes with all its papers in one form': lightAndEnhanced(
    'exam papers',
    'delete page',
    'decision page',
  ),
  'a marks grid of forty is filled in, and invalid marks are refused without losing input':
    lightAndEnhanced('marks grid'),
  'a marks grid of forty is filled in by keyboard alone': enhancedOnly('marks grid'),
  'marks are uploaded from a file: template, errors by line, valid rows saved': lightAndEnhanced(
    'marks grid',
    'upload',
  ),
  'two clerks enter marks of one paper, and neither overwrites the other': lightAndEnhanced('marks grid'),
  'results are published, viewed as a sheet and withdrawn with a reason': lightAndEnhanced(
    'marks grid',
    'delete page',
    'decision page',
  ),
  'a teacher finds an exam and enters marks only for assigned sections and subjects': lightAndEnhanced(
    'marks grid',
    'form page',
    'list page',
  ),
  'a student searches and filters the exams, clears the filters, and views the papers of one': inAllModes('filters'),
  'a student sees a result only while it is published': lightAndEnhanced('filters'),
  'an office prints the report cards of a class, of a section, and of one student': lightAndEnhanced('shell'),
} as const satisfies Record<string, FlowCoverage>
