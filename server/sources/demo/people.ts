// The demo shop's accounts and guests, worked out from their number so that none has to be kept; touches only this room and facts.
import type { CustomerFact } from '#server/domain/facts.ts'
import { clock, type ToUtc } from './calendar.ts'
import { ROLES, type Role, SLOTS } from './companies.ts'
import type { DistributorNet } from './distributors.ts'
import { FIRST_NAMES, LAST_NAMES, plain } from './names.ts'
import { PLACES } from './places.ts'
import { hashOf, hashUnit, Random, Weighted } from './random.ts'

export const FIRST_CUSTOMER = 101
const GUESTS = 0x4000_0000
const MAILS = ['correo.example', 'mail.example', 'postal.example', 'buzon.example']
const LOCALITIES = ['Centro', 'Norte', 'Sur', 'Barrio Jardín', 'Alberdi', 'San Martín', 'La Florida', '']

const FIRST_PLAIN = FIRST_NAMES.map(plain)
const LAST_PLAIN = LAST_NAMES.map(plain)

export interface Person {
  /** 0: a guest. */
  readonly customer_id: number
  readonly email: string
  readonly first_name: string
  readonly last_name: string
  readonly place: number
  readonly city: string
  readonly role: Role
  /** Where in its province's distributors this person stands; stays the same for life. */
  readonly stand: number
}

/** A day on which accounts were opened; `before` were opened earlier. */
export interface RegistrationDay {
  readonly date: string
  readonly before: number
  readonly count: number
}

const placeOf = new Weighted(PLACES.map(({ weight }) => weight))

export class People {
  private readonly seed: number
  readonly days: readonly RegistrationDay[]
  readonly total: number
  private readonly slots: readonly number[]
  /** Slots of each role, to find one of its accounts directly. */
  private readonly slotsOf: readonly number[][]

  constructor(seed: number, days: readonly RegistrationDay[]) {
    this.seed = seed
    this.days = days
    const last = days.at(-1)
    this.total = last === undefined ? 0 : last.before + last.count
    const random = new Random(seed, 21)
    const slots = ROLES.flatMap(({ share }, role) => Array<number>(share).fill(role))
    for (let index = slots.length - 1; index > 0; index--) {
      const other = random.below(index + 1)
      ;[slots[index], slots[other]] = [slots[other]!, slots[index]!]
    }
    this.slots = slots
    this.slotsOf = ROLES.map((_, role) => slots.flatMap((value, slot) => (value === role ? [slot] : [])))
  }

  /** The account with a number from 0. */
  account(number: number): Person {
    return this.person(number, number + FIRST_CUSTOMER, ROLES[this.slots[number % SLOTS]!]!)
  }

  /** A person without account; the same number is the same person. */
  guest(number: number): Person {
    return this.person(GUESTS + number, 0, ROLES[0]!)
  }

  /** An account that exists before `registered` others, of any role or of the one given. */
  someone(random: Random, registered: number, role?: number): Person {
    if (role === undefined) return this.account(random.below(registered))
    const block = random.below(Math.max(1, Math.floor(registered / SLOTS)))
    return this.account(Math.min(block * SLOTS + random.of(this.slotsOf[role]!), registered - 1))
  }

  private person(number: number, customer_id: number, role: Role): Person {
    const { seed } = this
    const first = Math.floor(hashUnit(seed, number, 1) * FIRST_NAMES.length)
    const last = Math.floor(hashUnit(seed, number, 2) * LAST_NAMES.length)
    const place = placeOf.at(hashUnit(seed, number, 3))
    const mail = hashOf(MAILS, seed, number, 4)
    const suffix = customer_id === 0 ? `.${number - GUESTS}` : String(customer_id)
    return {
      customer_id,
      email: `${FIRST_PLAIN[first]}.${LAST_PLAIN[last]}${suffix}@${mail}`,
      first_name: FIRST_NAMES[first]!,
      last_name: LAST_NAMES[last]!,
      place,
      city: hashOf(PLACES[place]!.cities, seed, number, 5),
      role,
      stand: hashUnit(seed, number, 6),
    }
  }

  /** Every account as the store keeps it, by day of registration. */
  *facts(net: DistributorNet, toUtc: ToUtc): Generator<CustomerFact[]> {
    let batch: CustomerFact[] = []
    for (const day of this.days) {
      for (let index = 0; index < day.count; index++) {
        batch.push(this.fact(day, index, net, toUtc))
        if (batch.length === 5000) {
          yield batch
          batch = []
        }
      }
    }
    if (batch.length > 0) yield batch
  }

  private fact(
    { date, before, count }: RegistrationDay,
    index: number,
    net: DistributorNet,
    toUtc: ToUtc,
  ): CustomerFact {
    const number = before + index
    const { seed } = this
    const person = this.account(number)
    const second = 25_200 + Math.floor(((index + hashUnit(seed, number, 7)) / count) * 57_600)
    const registered_at = `${date} ${clock(second)}`
    const employee = person.role.company !== '' && !person.role.role.startsWith('convenio')
    return {
      customer_id: person.customer_id,
      registered_at,
      month: date.slice(0, 7),
      modified_at: toUtc(date, second, 0),
      email: person.email,
      first_name: person.first_name,
      last_name: person.last_name,
      role: person.role.role,
      company: person.role.company,
      employee_id: employee ? String(20_000 + number) : '',
      locality: hashOf(LOCALITIES, seed, number, 8),
      city: person.city,
      province: PLACES[person.place]!.province,
      dist_id: hashUnit(seed, number, 9) < 0.06 ? '0' : net.home(person.place, person.stand),
      allow_communications: hashUnit(seed, number, 10) < 0.64,
      allow_samples: hashUnit(seed, number, 11) < 0.31,
    }
  }
}
