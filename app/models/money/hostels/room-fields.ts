import { field, form } from '~/kit/forms/fields'

export const roomTypeWords = {
  single: 'Single',
  double: 'Double',
  triple: 'Triple',
  four_sharing: 'Four sharing',
  dormitory: 'Dormitory',
} as const

export const roomStatusWords = { available: 'Available', maintenance: 'Under repair', closed: 'Closed' } as const

export const facilityWords = {
  wifi: 'Wi-Fi',
  ac: 'AC',
  attached_bathroom: 'Attached bathroom',
  tv: 'TV',
  furnished: 'Furnished',
  balcony: 'Balcony',
  meal_plan: 'Meal plan',
} as const

export const roomForm = form(
  'room',
  {
    roomNumber: field.line('Room number', 20, { required: true }),
    roomType: field.choice('Type', roomTypeWords, { required: 'Choose the type of room' }),
    floorNumber: field.whole('Floor', {
      required: 'Enter the floor; 0 is the ground floor',
      hint: '0 is the ground floor, -1 a basement',
      min: -5,
      max: 100,
      control: { maxLength: 4 },
    }),
  },
  {
    capacity: field.whole('Beds', {
      required: 'Enter the number of beds',
      min: 1,
      max: 200,
      control: { inputMode: 'numeric', maxLength: 3 },
    }),
    monthlyRentPaise: field.money('Monthly rent', {
      required: 'Enter the monthly rent',
      hint: 'Per bed; students who applied earlier keep the earlier rent',
      min: 1_00,
    }),
    status: field.choice('Status', roomStatusWords, {
      required: 'Choose a status',
      hint: 'Only an available room is offered; students who live in it may stay',
      hasNoEmptyOption: true,
      start: 'available',
    }),
  },
  { facilities: field.choices('Facilities', facilityWords) },
)

export const roomRefusals = {
  'number-taken': { roomNumber: 'The hostel already has a room with this number' },
  'too-small': ({ taken }: { taken: number }) => ({
    capacity: `${taken} ${taken === 1 ? 'bed is' : 'beds are'} taken or held: it cannot have fewer`,
  }),
}
