import { useNavigate } from '@remix-run/react'
import { TextField } from '~/components/forms'
import { AddressSuggestions } from '~/components/maps/address-suggestions'
import { CoordinateFields } from '~/components/maps/coordinate-fields'
import { CurrentLocation } from '~/components/maps/current-location'
import {
  Alert,
  ButtonLink,
  buttonClass,
  DefinitionList,
  EmptyState,
  LoneLink,
  Pager,
  Toast,
  useLiveSearch,
} from '~/components/ui'
import { paths } from '~/http/paths'
import { m } from '~/language/paraglide/messages'
import { addressLength } from '~/models/money/transport/options'
import type { VehicleCardView, VehicleSearch } from './__vehicle-list.server'
import { VehiclePicture } from './__vehicle-picture'

type VehicleListProps = { search: VehicleSearch; dataSaver: boolean }

export function VehicleList({ search, dataSaver }: VehicleListProps) {
  const { list } = search
  return (
    <>
      <SearchForms {...search} />
      {search.isFallback ? <Alert tone="warn" text={m.maps_search_fallback()} /> : null}
      {search.isDeviceLocation ? <Toast type="success" title={m.maps_location_set()} /> : null}
      {search.chosenLocation ? <p className="soft">{search.chosenLocation}</p> : null}
      {search.otherLocations.length > 0 ? (
        <OtherLocations otherLocations={search.otherLocations} isOpen={list?.vehicles.length === 0} />
      ) : null}
      {list === null ? null : list.vehicles.length === 0 ? (
        <EmptyState
          icon="search"
          {...list.empty}
          action={
            list.isNarrowed ? (
              <ButtonLink href={paths.student.vehicles} variant="secondary" label={m.vehicles_all()} />
            ) : null
          }
        />
      ) : (
        <ul className="cols homes">
          {list.vehicles.map((vehicle) => (
            <VehicleCard key={vehicle.id} vehicle={vehicle} dataSaver={dataSaver} />
          ))}
        </ul>
      )}
      {list ? <Pager page={list.page} pages={list.pages} hrefFor={(page) => pageHref(list.href, page)} /> : null}
    </>
  )
}

export function pageHref(list: string, page: number): string {
  return page === 1 ? list : `${list}${list.includes('?') ? '&' : '?'}page=${page}`
}

function SearchForms({ searched, error, browserKey }: Pick<VehicleSearch, 'searched' | 'error' | 'browserKey'>) {
  const navigate = useNavigate()
  const live = useLiveSearch()
  // Google's address suggestions disable the live search: a search at each pause in typing would cost the school money,
  // so the student selects an address.
  const isLive = browserKey === null
  const isByPoint = searched.address === '' && (searched.lat !== '' || searched.lng !== '')
  return (
    <>
      <form
        className="filters"
        method="get"
        action={paths.student.vehicles}
        ref={isLive ? live : undefined}
        key={isLive ? 'live' : `address ${searched.address}`}
      >
        <TextField
          name="address"
          label={m.vehicles_address()}
          hint={`${m.vehicles_search_hint()} ${m.maps_search_hint()}`}
          type="search"
          autoComplete="off"
          defaultValue={searched.address}
          maxLength={addressLength}
        />
        <button type="submit" className={buttonClass()}>
          {m.shared_search()}
        </button>
      </form>
      <AddressSuggestions
        browserKey={browserKey}
        fieldId="address"
        onChoose={({ address, point }) => navigate(paths.student.vehiclesNear(address, point))}
      />
      <details className="fold-spaced" open={isByPoint}>
        <summary>{m.vehicles_by_coordinates()}</summary>
        <form method="get" action={paths.student.vehicles} key={isByPoint ? `${searched.lat} ${searched.lng}` : ''}>
          <CoordinateFields
            latitudeName="lat"
            longitudeName="lng"
            typed={isByPoint ? { latitude: searched.lat, longitude: searched.lng } : undefined}
            error={error ?? undefined}
          />
          <p className="actions">
            <button type="submit" className={buttonClass('secondary')}>
              {m.maps_use_coordinates()}
            </button>
            <CurrentLocation latitudeName="lat" longitudeName="lng" name="from" value="device" />
          </p>
        </form>
      </details>
    </>
  )
}

/** Other matches of an address; open if nothing was found near the best one. */
function OtherLocations({ otherLocations, isOpen }: Pick<VehicleSearch, 'otherLocations'> & { isOpen: boolean }) {
  return (
    <details className="fold-spaced" open={isOpen} key={otherLocations[0]?.href}>
      <summary>{m.transport_which_place()}</summary>
      <ul className="found-places">
        {otherLocations.map(({ address, href }) => (
          <li key={href}>
            <LoneLink href={href} label={address} />
          </li>
        ))}
      </ul>
    </details>
  )
}

function VehicleCard({ vehicle, dataSaver }: { vehicle: VehicleCardView; dataSaver: boolean }) {
  const { id, number } = vehicle
  return (
    <li className="card">
      <VehiclePicture type={vehicle.type} picture={dataSaver ? null : vehicle.picture} />
      <h2>
        <a href={paths.student.vehicle(id)}>{number}</a>
      </h2>
      <p>
        <span className="badge info">{vehicle.typeWord}</span>{' '}
        {vehicle.isFull ? <span className="badge bad">{m.vehicles_no_seat()}</span> : null}
      </p>
      <DefinitionList items={vehicle.facts} />
      <p className="actions">
        <ButtonLink href={paths.student.vehicle(id)} variant="secondary">
          {m.hostels_view_details()}
          <span className="sr"> {number}</span>
        </ButtonLink>
        {vehicle.isFull ? null : (
          <ButtonLink href={paths.student.applyForVehicle({ vehicle: id })}>
            {m.vehicles_apply_now()}
            <span className="sr"> {number}</span>
          </ButtonLink>
        )}
      </p>
    </li>
  )
}
