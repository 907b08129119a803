import { listAt } from '../kinds'

/** Office pages for admissions, imports, the general register, retention and breaches. */
export const entryAt = {
  importStudents: '/school/students/import',
  /** The register of data breaches (decision 49). */
  ...listAt('breaches', '/school/breaches'),
  newBreach: '/school/breaches/new',
  breach: '/school/breaches/:id',
  editBreach: '/school/breaches/:id/edit',
  /** Affected people; `?breach=` limits them to one case. */
  ...listAt('breachPeople', '/school/breach-people'),
  peopleOfBreach: (id: string) => `/school/breach-people?breach=${id}`,
  chooseBreachPeople: '/school/breaches/:id/people',
  findBreachPeople: '/school/breaches/:id/logs',
  breachText: '/school/breaches/:id/text',
  sendBreach: '/school/breaches/:id/sending',
  breachTold: '/school/breaches/:id/reports',
  closeBreach: '/school/breaches/:id/closing',
  breachBoardFile: '/school/breaches/:id/board.pdf',
  breachBoardSheet: '/school/breaches/:id/board.csv',
  ...listAt('generalRegister', '/school/general-register'),
  /** Register entries of one student. */
  registerEntry: '/school/general-register/:id',
  /** Printed book: choice of entries and language, and the files of the book. */
  registerPages: '/school/general-register/pages',
  registerPagesFile: '/school/general-register/pages.pdf',
  promote: '/school/enrollments/promote',
  undoPromotion: '/school/enrollments/promotions/:id/undo',
  ...listAt('admissions', '/school/admissions'),
  newAdmission: '/school/admissions/new',
  admission: '/school/admissions/:id',
  editAdmission: '/school/admissions/:id/edit',
  acceptAdmission: '/school/admissions/:id/acceptance',
  rejectAdmission: '/school/admissions/:id/rejection',
  /** Kinds of import with their templates, and the history of imports. */
  imports: '/school/students/import',
  newImport: (kind: string) => `/school/imports/new?kind=${kind}`,
  /** `name`: the kind with `.csv` or `.xlsx`. */
  importTemplate: '/school/imports/templates/:name',
  import: '/school/imports/:id',
  importColumns: '/school/imports/:id/columns',
  checkImportAgain: '/school/imports/:id/check',
  runImport: '/school/imports/:id/run',
  undoImport: '/school/imports/:id/undo',
  rejectedRows: '/school/imports/:id/rejected.csv',
  privacySettings: '/school/settings/privacy',
  recordFile: '/school/settings/privacy/record.csv',
  retentionYears: '/school/settings/privacy/years',
  ...listAt('dueData', '/school/settings/privacy/due'),
  dueDataOf: (key: string) => `/school/settings/privacy/due?class=${key}`,
  askRetention: '/school/settings/privacy/run',
  retentionRun: (id: string) => `/school/settings/privacy/runs/${id}`,
  withdrawRetention: (id: string) => `/school/settings/privacy/runs/${id}/withdrawal`,
  restoreRun: '/school/settings/privacy/runs/:id/restoration',
  /** Restores the data that a retention run removed from one student, while this is still possible. */
  restoreStudent: '/school/settings/privacy/runs/:id/students/:student',
  ...listAt('removedData', '/school/settings/privacy/removed'),
  aadhaarSettings: '/school/settings/privacy/aadhaar',
  aadhaarScans: '/school/settings/privacy/scans',
  holdStudent: (id: string) => `/school/students/${id}/hold`,
} as const
