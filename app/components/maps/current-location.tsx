import { useRef } from 'react'
import { buttonClass, Toast } from '~/components/ui'
import { m } from '~/language/paraglide/messages'
import { useCurrentLocation } from './use-current-location'

type CurrentLocationProps = {
  /** The fields of the form that take the coordinates. */
  latitudeName?: string
  longitudeName?: string
  /** What the button sends, where the form has several. */
  name?: string
  value?: string
}

/** A button of a form with coordinates: fills them in from the device and sends the form. It is there once enhanced. */
export function CurrentLocation({
  latitudeName = 'latitude',
  longitudeName = 'longitude',
  name,
  value,
}: CurrentLocationProps) {
  const button = useRef<HTMLButtonElement>(null)
  const { isOffered, isBusy, trouble, locate } = useCurrentLocation((latitude, longitude) => {
    const form = button.current?.form
    const fields = [form?.elements.namedItem(latitudeName), form?.elements.namedItem(longitudeName)]
    fields.forEach((field, index) => {
      if (field instanceof HTMLInputElement) field.value = index === 0 ? latitude : longitude
    })
    form?.requestSubmit(button.current)
  })
  if (!isOffered) return null
  return (
    <>
      <button
        ref={button}
        type="submit"
        name={name}
        value={value}
        className={buttonClass('secondary')}
        disabled={isBusy}
        data-other={isBusy ? m.maps_current() : m.maps_locating()}
        onClick={(event) => {
          event.preventDefault()
          locate()
        }}
      >
        {isBusy ? m.maps_locating() : m.maps_current()}
      </button>
      {trouble ? <Toast key={trouble.number} type="error" title={trouble.message} /> : null}
    </>
  )
}
