// Adtributor (Bhagwan et al., NSDI 2014), for comparison: surprise of shares between two periods, without a model of noise.
// Its thresholds are tuned on the same seeds as those of the product; values beyond them stand out.

interface Values {
  readonly dimension: string
  readonly values: readonly { key: string; before: number; after: number }[]
}

const LEAST_OF_VALUE = 0.01
const LEAST_OF_SET = 0.3
/** The paper always names something; here nothing stands out below the surprise that nine of ten quiet shops do not reach. */
const LEAST_SURPRISE = 0.0052

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

/** Dimensions by the surprise of the few values that account for most of the change, most surprising first. */
export function adtributor(dimensions: readonly Values[]) {
  return dimensions
    .map(({ dimension, values }) => {
      const [before, after] = [
        sum(values.map((value) => value.before)),
        sum(values.map((value) => value.after)),
      ]
      const surprises = values
        .map((value) => {
          const [was, is] = [value.before / before, value.after / after]
          const part = (share: number) => (share > 0 ? share * Math.log((2 * share) / (was + is)) : 0)
          const power = (value.after - value.before) / (after - before)
          return { key: value.key, power, surprise: (part(was) + part(is)) / 2 }
        })
        .sort((one, other) => other.surprise - one.surprise)
      const set: typeof surprises = []
      for (const each of surprises)
        if (each.power > LEAST_OF_VALUE && sum(set.map(({ power }) => power)) < LEAST_OF_SET) set.push(each)
      const carries = sum(set.map(({ power }) => power)) >= LEAST_OF_SET
      return {
        dimension,
        strongest: carries ? set.map(({ key }) => key) : [],
        explains: carries ? sum(set.map(({ surprise }) => surprise)) : 0,
      }
    })
    .filter(({ explains }) => explains > LEAST_SURPRISE)
    .sort((one, other) => other.explains - one.explains)
}
