import { field, form } from '~/kit/forms/fields'
import { m } from '~/language/paraglide/messages'
import { lastSchoolLength } from '../options'
import { admissionNumber } from './number-fields'
import { medium, mobileNumber, parentNameLength } from './student-fields.server'

/**
 * Admission and previous school (student specification, section 5). Roll number and section belong to the enrollment.
 */
export const academicForm = form(
  'academic',
  {
    admission_number: admissionNumber,
    admission_date: field.day(m.students_admission_date, {
      required: m.students_admission_date_required,
      keep: 'register',
    }),
  },
  {
    admission_class: field.line(m.students_admission_class, 40, {
      required: m.students_admission_class_required,
      keep: 'register',
    }),
    medium: medium(m.students_medium_required),
  },
  {
    previous_school: field.line(m.students_previous_school, lastSchoolLength, { keep: 'register' }),
    previous_board: field.line(m.students_previous_board, 80, { keep: 'register' }),
  },
  {
    previous_class: field.line(m.students_previous_class, 40, { keep: 'register' }),
    previous_year: field.line(m.students_previous_year, 20, { keep: 'register' }),
    previous_result: field.line(m.students_previous_result, 40, { keep: 'register' }),
  },
  {
    previous_school_address: field.lines(m.students_previous_school_address, 300, {
      control: { rows: 2 },
      keep: 'register',
    }),
  },
)

/** Travel, accommodation, health and emergency contact (student specification, section 5). */
export const additionalForm = form(
  'additional',
  {
    travel_mode: field.choice(
      m.students_travel_mode,
      {
        'School Vehicle': m.students_travel_school_vehicle,
        'Private Vehicle (Parent)': m.students_travel_private_vehicle,
        'Third Party Vehicle (Auto/Jeep)': m.students_travel_third_party,
        Walking: m.students_travel_walking,
        Bicycle: m.students_travel_bicycle,
        'From Hostel': m.students_travel_hostel,
        Other: m.students_travel_other,
      },
      { required: m.students_travel_mode_required, keep: 'contact' },
    ),
    travel_details: field.line(m.students_travel_details, 200, { keep: 'contact' }),
  },
  {
    staying_with: field.choice(
      m.students_staying_with,
      {
        'With Family': m.students_stay_family,
        'With Parents': m.students_stay_parents,
        'With Relative': m.students_stay_relative,
        'Private Hostel': m.students_stay_private_hostel,
        'School Hostel': m.students_stay_school_hostel,
        'Rented Room': m.students_stay_rented,
        'Paying Guest': m.students_stay_guest,
        Hotel: m.students_stay_hotel,
        Other: m.students_stay_other,
      },
      { required: m.students_staying_with_required, keep: 'contact' },
    ),
    staying_details: field.line(m.students_staying_details, 200, { keep: 'contact' }),
  },
  {
    emergency_contact_name: field.line(m.students_emergency_contact_name, parentNameLength, {
      required: m.students_emergency_contact_name_required,
      keep: 'contact',
    }),
    emergency_contact_number: mobileNumber(
      m.students_emergency_contact_number,
      m.students_emergency_contact_number_required,
      m.students_emergency_contact_number_invalid,
    ),
  },
  { medical_conditions: field.lines(m.students_medical_conditions, 300, { control: { rows: 2 }, keep: 'health' }) },
  { allergies: field.lines(m.students_allergies, 300, { control: { rows: 2 }, keep: 'health' }) },
)
