import css from './progress-bar.module.css'

interface ProgressBarProps {
  label: string
  value: number
  className?: string | undefined
}

export const ProgressBar = ({ label, value, className }: ProgressBarProps) => (
  <div
    className={`${css.track} ${className ?? ''}`}
    role="progressbar"
    aria-label={label}
    aria-valuemin={0}
    aria-valuemax={100}
    aria-valuenow={Math.floor(value)}
  >
    <div className={css.bar} style={{ transform: `scaleX(${value / 100})` }} />
  </div>
)
