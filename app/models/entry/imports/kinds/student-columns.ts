import type { Field } from '~/kit/forms/fields'
import type { Person } from '~/models/people/students/describe/parent-fields.server'
import { studentFields, tableOf } from '~/models/people/students/describe/sections.server'
import { studentForm } from '~/models/people/students/describe/student-fields.server'
import { byWord } from '../cells'
import type { ColumnSpec } from '../columns'
import { fullNameColumn, surnameFirstColumn } from './field-reader'

/** `others`: synonyms of the choices, as `looseKey` returns them. */
export type StudentColumn = ColumnSpec & { others?: Readonly<Record<string, string>> }

const { enrollment_number: _, ...asked } = studentForm.fields
/** Fields required for a new student; a missing enrollment number is assigned. */
const needed = new Set(Object.entries<Field>(asked).flatMap(([key, { missing }]) => (missing === null ? [] : [key])))

const choicesOf = ({ kind, options = [] }: Field) =>
  ({ choice: options.map(({ value }) => value), tick: ['Yes', 'No'] })[kind as string]

const allowedOf = (field: Field) =>
  ({ choice: choicesOf(field)?.join(', '), day: 'dd/mm/yyyy or yyyy-mm-dd', tick: 'Yes or No' })[field.kind as string]

type More = Pick<StudentColumn, 'allowed' | 'secret' | 'needed' | 'others'>

/**
 * A column. `key`: the field of the student's forms; `names`: its other headings; `others`: the synonyms of each
 * choice. Both lists are separated by spaces.
 */
function column(
  key: string,
  label: string,
  names: string,
  example = '',
  { others, ...more }: More = {},
): StudentColumn {
  const field = studentFields[key]
  const allowed = field && allowedOf(field)
  const choices = field && choicesOf(field)
  return {
    key,
    label,
    names: names.split(' '),
    example,
    ...(needed.has(key) ? { needed: 'new' } : {}),
    ...(allowed ? { allowed } : {}),
    ...(choices ? { choices } : {}),
    ...(others ? { others: byWord(others) } : {}),
    ...more,
  }
}

function person(who: Person, label: string): StudentColumn[] {
  const first = who === 'guardian' ? 'g' : who.slice(0, 1)
  const namesFor = (...words: string[]) => words.flatMap((word) => [`${who}${word}`, `${who}s${word}`]).join(' ')
  const numbers = ['aadhar', 'aadhaar', 'adhar', 'uid'].flatMap((word) => [word, `${word}no`, `${word}number`])
  const mobiles = `${namesFor('mobile', 'mobileno')} ${who}phone ${who}contact ${first}mobile`
  const works = `${namesFor('occupation')} ${who}profession ${first}occupation`
  return [
    column(`${who}_mobile`, `${label}’s mobile`, mobiles, '98250 12345'),
    column(`${who}_occupation`, `${label}’s occupation`, works, who === 'father' ? 'Shopkeeper' : '', {
      others: {
        Homemaker: 'housewife',
        'Business Owner': 'business',
        'Private Employee': 'service',
        'Government Employee': 'govtjob',
        'Daily Wage Worker': 'labour labourer',
        Farmer: 'farming',
      },
    }),
    column(`${who}_education`, `${label}’s education`, `${namesFor('education')} ${who}qualification`),
    column(`${who}_income`, `${label}’s income`, namesFor('income')),
    column(`${who}_aadhar`, `${label}’s Aadhaar`, namesFor(...numbers), '', {
      allowed: 'Twelve digits; stored encrypted',
      secret: true,
    }),
  ]
}

export const importedStudentColumns: readonly StudentColumn[] = [
  column(
    'enrollment_number',
    'Enrollment number',
    'enrollmentno enrolmentnumber enrolmentno enrno enrollno grno grnumber studentid studentno regno registrationno uniqueid',
    '2026/001',
    { allowed: 'Blank for the next free number' },
  ),
  fullNameColumn(
    'name studentname nameofstudent nameofthestudent studentsname studentfullname pupilname nameofpupil'.split(' '),
  ),
  column('first_name', 'First name', 'firstname fname givenname studentfirstname', 'Asha'),
  column('last_name', 'Last name', 'lastname surname lname familyname studentlastname', 'Patel'),
  column('gender', 'Gender', 'sex mf boygirl boysgirls', 'Female', {
    others: { Male: 'm boy b છોકરો પુરુષ', Female: 'f girl g છોકરી સ્ત્રી', Other: 'o t' },
  }),
  column('date_of_birth', 'Date of birth', 'dob birthdate dateofbirth birthday bdate birthdt', '14/06/2015'),
  column('category', 'Category', 'caste castecategory cat socialcategory', 'General', {
    others: {
      General: 'gen open ur unreserved',
      OBC: 'sebc otherbackwardclass',
      SC: 'schedulecaste scheduledcaste',
      ST: 'scheduletribe scheduledtribe',
      Other: 'others',
    },
  }),
  column('religion', 'Religion', 'dharm', 'Hindu', {
    others: {
      Hindu: 'hinduism',
      Muslim: 'islam',
      Jain: 'jainism',
      Sikh: 'sikhism',
      Christian: 'christianity',
      Buddhist: 'buddhism',
      Other: 'others',
    },
  }),
  column('father_name', 'Father’s name', 'fathername fathersname father nameoffather fatherfullname', 'Rajesh Patel'),
  column('mother_name', 'Mother’s name', 'mothername mothersname mother nameofmother', 'Hansa Patel'),
  column(
    'mobile_number',
    'Mobile number',
    'mobile mobileno mob mobno mono mno mo mobileno1 mobile1 phone phoneno phno phonenumber contact contactno contactnumber whatsapp whatsappno whatsappnumber parentmobile parentsmobile parentmobileno cellno cell મોબાઇલ મોબાઇલનંબર મોનં मोबाइल मोबाइलनंबर',
    '98250 12345',
    { allowed: 'Ten digits, with or without +91' },
  ),
  column('email', 'Email', 'email emailid emailaddress mail mailid parentemail studentemail', 'asha.patel@example.com'),
  column(
    'address',
    'Address',
    'fulladdress residentialaddress homeaddress postaladdress presentaddress addr residence',
    '7 Shanti Nagar, Naranpura, Ahmedabad',
  ),
  column(
    'class',
    'Class',
    'std standard classname grade stdclass currentclass studyingin classsection classdiv stddiv',
    '6',
    { needed: 'new', allowed: 'Name of the class; VI, Std 6 and 6 mean the same class' },
  ),
  column('section', 'Section', 'div division sec sectionname batch', 'A'),
  column('roll_number', 'Roll number', 'rollno roll rno rollnum', '1', { allowed: 'A whole number from 1 to 9999' }),
  column('rte', 'RTE', 'rteadmission isrte rtestudent underrte rteyesno', 'No'),
  column('nic_id', 'NIC ID', 'nicid nicno childid aadhaardise penno udise studentuid apaarid'),
  column('sr_no', 'SR number', 'srnumber scholarno scholarnumber srregno'),
  ...person('father', 'Father'),
  ...person('mother', 'Mother'),
  column('guardian_name', 'Guardian’s name', 'guardianname guardiansname guardian nameofguardian'),
  column('guardian_relation', 'Guardian’s relation', 'guardianrelation relationwithguardian relation', '', {
    others: { Neighbor: 'neighbour' },
  }),
  ...person('guardian', 'Guardian'),
  column('permanent_house_no', 'House number', 'houseno flatno plotno buildingno'),
  column('permanent_street', 'Street', 'streetname road society area locality'),
  column('pin', 'PIN code', 'pin pincode postalcode zip zipcode', '380013', { allowed: 'Six digits' }),
  column('permanent_village', 'Village', 'villagename gaam gam'),
  column('permanent_block', 'Taluka', 'taluko tehsil tahsil block blocktehsil'),
  column('permanent_city_name', 'City', 'cityname town citytown'),
  column('permanent_district', 'District', 'dist districtname jilla zilla'),
  column('permanent_state', 'State', 'statename'),
  column('permanent_post_office', 'Post office', 'po postofficename post'),
  column('admission_number', 'Admission number', 'admissionno admno admnumber adminno'),
  column('admission_date', 'Admission date', 'dateofadmission doa admdate admissiondt'),
  column('admission_class', 'Admission class', 'admittedinclass classofadmission admissionstd'),
  column('medium', 'Medium', 'mediumofinstruction mediumofstudy languagemedium', 'Gujarati', {
    others: { English: 'eng em', Gujarati: 'guj gm', Hindi: 'hin hm', Other: 'others' },
  }),
  column('previous_school', 'Previous school', 'lastschool prevschool previousschoolname lastschoolattended'),
  column('previous_class', 'Previous class', 'prevclass lastclass previousstd'),
  column('previous_board', 'Previous board', 'prevboard lastboard'),
  column('emergency_contact_name', 'Emergency contact', 'emergencycontactname emergencyname'),
  column(
    'emergency_contact_number',
    'Emergency number',
    'emergencycontactnumber emergencycontactno emergencyno emergencymobile emergencyphone',
  ),
  column('medical_conditions', 'Medical conditions', 'medicalcondition medical illness disease'),
  column('allergies', 'Allergies', 'allergy'),
  surnameFirstColumn,
]

/** Table of each column. Full name, class, section and roll number are handled separately. */
export const tableOfField = new Map(
  importedStudentColumns.filter(({ key }) => key in studentFields).map(({ key }) => [key, tableOf(key)] as const),
)
