/** Helpers for loaders and actions: session, posted form, response. */

export { changesOf, differences, lockOf } from './edit-lock.server'
export {
  type FieldErrors,
  type FormResult,
  formKeyOf,
  type ParsedForm,
  parseFields,
  parseForm,
  type Reply,
  readForm,
} from './forms.server'
export { isPasswordFresh, parseConfirmed, passwordRefusal } from './fresh-password.server'
export {
  anyone,
  findGuardian,
  findReader,
  findSchoolToApplyTo,
  findStaff,
  findStudent,
  foundAtOpenSchool,
  foundOr404,
  idOr404,
  openingUnlessSuspended,
  refusePermission,
  refuseSuspendedStaff,
  refuseSuspendedStudent,
  requireActivatingStudent,
  requireAnyStaff,
  requireApplication,
  requireGuardian,
  requireNotSuspended,
  requireOperator,
  requireStaff,
  requireStaffAtSecondStep,
  requireStaffSettingUp,
  requireStudent,
  requireStudentInPerson,
} from './guards.server'
export { csvOfList, type ListView, listViewOf } from './list.server'
export {
  classSectionChoices,
  idsOf,
  ofTeacherSections,
  requireOwnFile,
  requireOwnStudent,
  teacherSections,
} from './teacher-sections.server'
export { redirectWithToast, seeOther, takeToast } from './toast.server'
