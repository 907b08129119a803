import type { AmbiguousHeading, HeadingsByKey } from './heading-fields'

export const teacherHeadings: HeadingsByKey = {
  employee_number: {
    holds: 'code',
    en: 'Employee number, Employee no, Emp ID, Emp code, Employee ID, Staff ID, Staff no, Staff number, Staff code, Teacher ID, Teacher code, Teacher number, Code, Code number, Employee code',
    hi: 'कर्मचारी आईडी, कर्मचारी क्रमांक, कर्मचारी संख्या, शिक्षक कोड, कर्मचारी कोड',
    gu: 'કર્મચારી નંબર, શિક્ષક નંબર, શિક્ષક કોડ, કર્મચારી કોડ',
    portals: 'Employee code (state)',
    weak: 'ID, National code, Teacher national code, HRMS ID, Treasury code',
  },
  full_name: {
    holds: 'person',
    en: 'Full name, Name, Teacher name, Name of teacher, Staff name, Name of staff, Employee name, Name of employee, Faculty name, Faculty, Teacher, Staff, Shikshak nu naam, Name of staff member, Staff member, Teaching staff, Teaching staff name, Name of the faculty, Teacher full name',
    hi: 'नाम, शिक्षक का नाम, कर्मचारी का नाम, अध्यापक का नाम, पूरा नाम',
    gu: 'નામ, શિક્ષકનું નામ, કર્મચારીનું નામ, પૂરું નામ, શિક્ષક',
    portals: 'Name of Teacher as per Aadhaar, Teacher Name as per service record',
  },
  surname_first: { holds: 'person', en: 'Full name surname first, Name surname first' },
  first_name: { holds: 'person', en: 'First name, FName, F Name, Given name', hi: 'प्रथम नाम' },
  last_name: { holds: 'person', en: 'Last name, Surname, LName, L Name, Family name', hi: 'उपनाम', gu: 'અટક' },
  email: { holds: 'email', en: 'Email, Email ID, Email address, Mail, Official email', hi: 'ईमेल', gu: 'ઈમેલ' },
  mobile_number: {
    holds: 'mobile',
    en: 'Mobile number, Mobile, Mob No, Mono, MNo, M. No., Mobile 1, Cell number, Registered mobile number, Teacher mobile number',
    hi: 'मोबाइल, मोबाइल नंबर, मो. नं.',
    gu: 'મોબાઇલ, મોબાઇલ નંબર, મો. નં.',
    weak: 'Phone, Phone number, Ph No, Contact, Contact number, WhatsApp, WhatsApp number, Tel No',
  },
  qualification: {
    holds: 'text',
    en: 'Qualification, Education, Degree, Educational qualification, Education qualification, Academic qualification, Highest qualification, Academic and professional qualification',
    hi: 'योग्यता, शैक्षणिक योग्यता, शैक्षिक योग्यता',
    gu: 'લાયકાત, શૈક્ષણિક લાયકાત, અભ્યાસ',
    portals: 'Highest Academic Qualification, Professional qualification',
  },
  joined_on: {
    holds: 'day',
    en: 'Joining date, Date of joining, DOJ, Join date, Joined, Joined on, Date of appointment, Appointment date, Date of joining school',
    hi: 'दाखिल तारीख, नियुक्ति तिथि, कार्यग्रहण तिथि, नियुक्ति दिनांक',
    gu: 'નોકરીમાં દાખલ તારીખ, નિમણૂક તારીખ, જોડાયા તારીખ, દાખલ તારીખ',
    portals: 'Date of Joining in Present School, Joining date of present school',
    weak: 'Date of joining in service, Date of joining service, Service joining date, Date of first appointment',
  },
  designation: {
    holds: 'text',
    en: 'Designation, Post, Post held, Name of post, Job title, Teacher designation, Present post, Hodda, Padnaam',
    hi: 'पदनाम, पद, हुद्दा, ओहदा, पद का नाम',
    gu: 'હોદ્દો, હોદ્દા, હોદો, પદ, જગ્યા',
    portals: 'Type of teacher, Teacher type, Cadre',
    weak: 'Position, Role',
  },
  subjects_taught: {
    holds: 'text',
    en: 'Subjects taught, Subject, Subjects, Subject name, Teaching subject, Main subject, Subject specialisation, Subject specialization, Vishay',
    hi: 'विषय, विषयों, अध्यापन विषय, शिक्षण विषय, पढ़ाने का विषय',
    gu: 'વિષય, વિષયો, અધ્યાપન વિષય, શિક્ષણ વિષય, ભણાવવાનો વિષય',
    portals: 'Main subject taught, Appointed for subject, Subject appointed for',
  },
  middle_name: { holds: 'person', en: 'Middle name, MName, M Name', hi: 'मध्य नाम', gu: 'વચલું નામ' },
  one_name: { holds: 'yes-no', en: 'One name, One name only, Single name, Has one name only' },
  school_status: {
    holds: 'text',
    en: 'Status, Teacher status, Staff status, Employee status, Employment status, Current status, Service status, Job status',
  },
  left_on: {
    holds: 'day',
    en: 'Date of leaving, Leaving date, Left on, Left date, Relieving date, Date of relieving, Relieved on, Resignation date, Date of resignation, Resigned on, Exit date, Last working day',
  },
}

export const otherTeacherHeadings =
  'Serial number, Sr, Sr No, S No, Sl No, Sno, No, Number, अनु क्रमांक, क्रमांक, ક્રમ, અનુક્રમ નંબર, Father name, Mother name, Husband name, Spouse name, Date of birth, Age, Gender, Category, Caste, Religion, Aadhaar number, Aadhaar, PAN, PAN number, Address, City, State, Pincode, Blood group, Department, Class, Section, Class teacher, Salary, Basic pay, Experience, Photo, Signature, Remarks, Bank account number, IFSC code, Bank name, UAN, PF number, Date of retirement, Retirement date, Marital status, Print date, Date, Timestamp, Nationality'

export const ambiguousTeacherHeadings: readonly AmbiguousHeading[] = []
