import { randomUUID } from 'node:crypto'
import type { Policy } from '../security/policy'

/** The imports in the test data (`World`) are of students, so staff who may not edit students may not view them. */
export const importsPolicies: Record<string, Policy> = {
  'routes/school+/_shell+/students+/import': { get: 'imports:run' },
  'routes/school+/_shell+/imports+/new': {
    get: 'students:edit',
    post: 'imports:run',
    query: () => 'kind=students',
    body: (things) => ({
      kind: 'students',
      academic_session: things.session.publicId,
      section_capacity: '60',
      form_key: randomUUID(),
    }),
    notAcceptedBecause: 'it needs a file (tests/imports/imports.spec.ts)',
  },
  'routes/school+/_shell+/imports+/templates.$name': { get: 'students:edit', ids: () => ['students.csv'] },
  'routes/school+/_shell+/imports+/$id.index': { get: 'students:edit', ids: (things) => [things.import] },
  'routes/school+/_shell+/imports+/$id.columns': {
    auditsNothing: 'a step before the import, which is in the log when it starts',
    get: 'students:edit',
    post: 'students:edit',
    ids: (things) => [things.import],
    body: () => ({ column_0: 'enrollment_number', column_1: 'first_name', column_2: 'last_name' }),
  },
  'routes/school+/_shell+/imports+/$id.check': {
    auditsNothing: 'a step before the import, which is in the log when it starts',
    get: 'students:edit',
    post: 'students:edit',
    ids: (things) => [things.importFailed],
    body: () => ({}),
  },
  'routes/school+/_shell+/imports+/$id.run': {
    get: 'students:edit',
    post: 'students:edit',
    ids: (things) => [things.importToRun],
    body: (things) => ({ rows: 'valid', seen: things.importToRunSeen }),
  },
  'routes/school+/_shell+/imports+/$id.undo': {
    get: 'students:edit',
    post: 'students:edit',
    ids: (things) => [things.importToUndo],
    body: () => ({ rest: 'on' }),
  },
  'routes/school+/_shell+/imports+/$id.rejected[.]csv': { get: 'students:edit', ids: (things) => [things.import] },
}
