import type { AmbiguousHeading, HeadingsByKey } from './heading-fields'

/** Columns by which a row names a student. */
export const studentOfRowHeadings: HeadingsByKey = {
  enrollment_number: {
    holds: 'code',
    en: 'Enrollment number, Admission number, Enr No, Enroll No, GR No, G.R. Number, GR, Gen Reg No, General register number, Student ID, Student No, Student number, Student code, Reg No, Registration number, Adm No, Scholar number, S.R. register number',
    hi: 'जी.आर. नंबर, छात्र क्रमांक, पंजीयन क्रमांक, नामांकन संख्या, प्रवेश क्रमांक, स्कॉलर नंबर',
    gu: 'જી.આર. નંબર, જી.આર.નં., જીઆર નં, વિદ્યાર્થી નંબર, પ્રવેશ નંબર, રજીસ્ટર નંબર',
    weak: 'ID',
  },
  student_name: {
    holds: 'person',
    en: 'Student name, Student, Name of student, Student full name, Pupil name, Child name, Child, Name of the child, Ward name, Ward, Sibling name, Name of sibling, Scholar name, Vidyarthi nu naam',
    hi: 'छात्र का नाम, विद्यार्थी का नाम, छात्र/छात्रा का नाम, बच्चे का नाम',
    gu: 'વિદ્યાર્થીનું નામ, વિદ્યાર્થી, બાળકનું નામ',
  },
  class: {
    holds: 'class',
    en: 'Class, Std, Standard, Grade, Class section, Std div, Class name, Class and section, Dhoran',
    hi: 'कक्षा',
    gu: 'ધોરણ',
  },
  section: { holds: 'section', en: 'Section, Div, Division, Sec', hi: 'अनुभाग, खंड', gu: 'વિભાગ' },
}

export const guardianHeadings: HeadingsByKey = {
  ...studentOfRowHeadings,
  guardian_name: {
    holds: 'person',
    en: 'Guardian’s name, Guardian, Guardian name, Name of guardian, Guardian full name, Local guardian name, Local guardian, Parent name, Parents name, Name of parent, Parent, Family member, Family member name, Parent/Guardian name, Father/Mother name, C/o, Vali nu naam',
    hi: 'अभिभावक का नाम, पालक का नाम, संरक्षक का नाम, अभिभावक',
    gu: 'વાલીનું નામ, વાલી, વાલીશ્રીનું નામ',
  },
  relation: {
    holds: 'choice',
    en: 'Relation, Relationship, Relation with student, Relation to student, Relationship with student, Relationship to student, Relation with ward, Relation to child, Relationship with child, Relation with child, Guardian relation, Guardian type, Relation of guardian, Sambandh',
    hi: 'संबंध, रिश्ता, छात्र से संबंध',
    gu: 'સંબંધ, સગપણ, વિદ્યાર્થી સાથે સંબંધ',
  },
  mobile_number: {
    holds: 'mobile',
    en: 'Mobile number, Mobile, Mob No, MNo, M. No., Cell number, Guardian mobile number, Guardian mobile, Guardian contact number, Guardian phone number, Parent mobile number, Parent contact number, Parent phone number, Registered mobile number, Vali no mobile',
    hi: 'मोबाइल, मोबाइल नंबर, मो. नं., अभिभावक का मोबाइल नंबर',
    gu: 'મોબાઇલ, મોબાઇલ નંબર, મો. નં., વાલીનો મોબાઇલ નંબર',
    weak: 'Phone, Phone number, Ph No, Contact, Contact number, WhatsApp, WhatsApp number',
  },
  email: {
    holds: 'email',
    en: 'E-mail, Email, Email ID, Email address, Mail, Guardian email, Parent email',
    hi: 'ईमेल',
    gu: 'ઈમેલ',
  },
}

/**
 * Headings of columns that the import of guardians ignores. Among them are the parents in a list of students: the
 * import of students reads those.
 */
export const otherGuardianHeadings =
  'Serial number, Sr, S No, Sl No, Sno, No, Number, क्रमांक, ક્રમ, Roll number, Roll, Gender, Date of birth, Age, Category, Religion, Address, City, Village, Pincode, Occupation, Education, Qualification, Income, Annual income, Aadhaar number, Aadhaar, Photo, Signature, Remarks, Status, Father name, Father, Mother name, Mother, Father mobile, Mother mobile, Student mobile, Student mobile number, Student email, Alternate mobile number, Mobile 2, Phone 2, Session, Academic year, Date, Timestamp, Print date, Blood group, House, Bus route, Route, Stop, PAN, Language, Mother tongue, Sibling, Siblings, Number of siblings'

export const ambiguousGuardianHeadings: readonly AmbiguousHeading[] = [
  {
    words: 'Name, Full name, Naam, नाम, નામ',
    keys: ['student_name', 'guardian_name'],
    beside: [
      ['student_name', 'guardian_name'],
      ['guardian_name', 'student_name'],
    ],
    reason: 'The child in lists of a class, the parent in lists of contacts',
  },
  {
    words: 'Sr No, SrNo, S.R. No.',
    keys: ['enrollment_number', ''],
    unless: 'serial',
    reason: 'Serial number in most files, the scholar register’s number in Rajasthan and Uttar Pradesh',
  },
  { words: 'वर्ग, વર્ગ, Varg', keys: ['section', 'class'], reason: 'Section or class' },
]
