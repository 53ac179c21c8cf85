// Accounts and guests, computed from their number instead of stored.
import { type CustomerFact, NO_DISTRIBUTOR } from '#server/domain/facts.ts'
import { timeText } from './calendar.ts'
import type { Coverage } from './distributors.ts'
import { emailPart, FIRST_NAMES, LAST_NAMES } from './names.ts'
import { PLACES } from './places.ts'
import { Random, Weighted } from './random.ts'
import { CUSTOMER, ROLES, type Role } from './roles.ts'

const FIRST_CUSTOMER = 101
const ACCOUNTS = 0x2000_0000
const ACCOUNT_DETAILS = 0x4000_0000
const GUESTS = 0x6000_0000
const MAIL_DOMAINS = ['correo.example', 'mail.example', 'postal.example', 'buzon.example']
const LOCALITIES = ['Centro', 'Norte', 'Sur', 'Barrio Jardín', 'Alberdi', 'San Martín', 'La Florida', '']

const FIRST_NAMES_IN_EMAILS = FIRST_NAMES.map(emailPart)
const LAST_NAMES_IN_EMAILS = LAST_NAMES.map(emailPart)

const placeWeights = new Weighted(PLACES.map(({ weight }) => weight))

/** Fifty consecutive accounts have these roles; 7 has no factor in common with 50, so each is used once. */
const IN_ORDER = ROLES.flatMap((role) => Array<Role>(role.accounts).fill(role))
const SLOTS = IN_ORDER.map((_, slot) => IN_ORDER[(slot * 7) % IN_ORDER.length]!)
const employeeSlots = new Weighted(SLOTS.map(({ orders, accounts }) => orders / accounts))

export interface Person extends Readonly<Pick<CustomerFact, 'email' | 'first_name' | 'last_name' | 'city'>> {
  /** Number of the account, from 0; undefined for a guest. */
  readonly account: number | undefined
  readonly place: number
  readonly role: Role
  /** Determines which distributor of the province serves this person. */
  readonly preference: number
}

export const customerId = (account: number): number => FIRST_CUSTOMER + account

/** A day on which accounts were opened; `before` of them already existed. */
export interface RegistrationDay {
  readonly date: string
  readonly before: number
  readonly count: number
}

export class People {
  private readonly seed: number
  readonly days: readonly RegistrationDay[]
  readonly total: number

  constructor(seed: number, days: readonly RegistrationDay[]) {
    this.seed = seed
    this.days = days
    this.total = days.reduce((sum, { count }) => sum + count, 0)
  }

  account(number: number): Person {
    return this.person(new Random(this.seed, ACCOUNTS + number), number, String(customerId(number)))
  }

  /** A person without an account; the same number is the same person. */
  guest(number: number): Person {
    return this.person(new Random(this.seed, GUESTS + number), undefined, `.${number}`)
  }

  /** An account with a special role, among the first `registered` ones. */
  employee(random: Random, registered: number): Person {
    const block = random.below(Math.max(1, Math.floor(registered / SLOTS.length)))
    return this.account(Math.min(block * SLOTS.length + employeeSlots.pick(random), registered - 1))
  }

  private person(random: Random, account: number | undefined, suffix: string): Person {
    const first = random.below(FIRST_NAMES.length)
    const last = random.below(LAST_NAMES.length)
    const place = placeWeights.pick(random)
    return {
      account,
      email: `${FIRST_NAMES_IN_EMAILS[first]}.${LAST_NAMES_IN_EMAILS[last]}${suffix}@${random.of(MAIL_DOMAINS)}`,
      first_name: FIRST_NAMES[first]!,
      last_name: LAST_NAMES[last]!,
      place,
      city: random.of(PLACES[place]!.cities),
      role: account === undefined ? CUSTOMER : SLOTS[account % SLOTS.length]!,
      preference: random.unit(),
    }
  }

  /** Every account in order of registration. */
  *facts(coverage: Coverage, toUtc: (day: string) => number): Generator<CustomerFact> {
    for (const day of this.days) {
      const seconds = toUtc(day.date)
      for (let index = 0; index < day.count; index++) yield this.fact(day, index, coverage, seconds)
    }
  }

  private fact(
    { date, before, count }: RegistrationDay,
    index: number,
    coverage: Coverage,
    toUtc: number,
  ): CustomerFact {
    const number = before + index
    const random = new Random(this.seed, ACCOUNT_DETAILS + number)
    const { email, first_name, last_name, city, place, role, preference } = this.account(number)
    // Between 7 and 23 hours.
    const second = 25_200 + Math.floor(((index + random.unit()) / count) * 57_600)
    return {
      customer_id: customerId(number),
      registered_at: timeText(date, second),
      month: date.slice(0, 7),
      modified_at: timeText(date, second + toUtc),
      email,
      first_name,
      last_name,
      role: role.role,
      company: role.company,
      employee_id: /^(empleado|jubilado)/.test(role.role) ? String(20_000 + number) : '',
      locality: random.of(LOCALITIES),
      city,
      province: PLACES[place]!.province,
      dist_id: random.chance(0.06) ? NO_DISTRIBUTOR.dist_id : coverage(place, preference),
      allow_communications: random.chance(0.64),
      allow_samples: random.chance(0.31),
    }
  }
}
