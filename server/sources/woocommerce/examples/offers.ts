// What the orders show of vouchers, payments with them and lowered prices, offered as parts of the mapping.
import type { Mapping } from '../mapping.ts'
import type { Offer } from './offer-evidence.ts'
import { paymentOffers } from './offered-payments.ts'
import { savingOffers } from './offered-savings.ts'
import { voucherOffers } from './offered-vouchers.ts'
import type { ShopSample } from './sample.ts'

/** Those with the largest amounts of each part. */
const MOST = 30

export const offersOf = (sample: ShopSample, mapping: Mapping): Offer[] =>
  [voucherOffers(sample, mapping), paymentOffers(sample, mapping), savingOffers(sample, mapping)].flatMap(
    (part) => part.sort((one, other) => other.shown.amount - one.shown.amount).slice(0, MOST),
  )
