// The page of sign-in, sign-up and password reset: the form beside a picture.
import { Box, Text } from '@mantine/core'
import { Outlet } from '@tanstack/react-router'
import { Logo } from '#web/ui/logo.tsx'
import classes from './account-frame.module.css'
import { text } from './text.ts'

const AccountFrame = () => (
  <div className={classes.page}>
    <main className={classes.side}>
      <div>
        <Logo />
      </div>
      <Box w="100%" maw={380} m="auto" pt={32} pb={56}>
        <Outlet />
      </Box>
    </main>
    <aside className={classes.picture}>
      <Box w="min(420px, 100%)">
        <ShelfPicture />
        <Text fz="1.625rem" fw={600} lts="-0.02em" lh={1.25} mt={36} mb={6}>
          {text.slogan}
        </Text>
        <Text c="#d3dcff" fz="lg">
          {text.sloganHint}
        </Text>
      </Box>
    </aside>
  </div>
)

export default AccountFrame

/** Height of each column of goods, in boxes, from left to right. */
const COLUMNS = [2, 3, 2, 4, 3, 5, 4, 6, 7]
const BOX = 26
const GAP = 6
const FLOOR = 250

const ShelfPicture = () => (
  <svg viewBox="0 0 330 280" width="100%" aria-hidden="true">
    {COLUMNS.map((boxes, column) =>
      Array.from({ length: boxes }, (_, level) => (
        <rect
          // biome-ignore lint/suspicious/noArrayIndexKey: the drawing never changes.
          key={`${column}-${level}`}
          x={12 + column * (BOX + GAP + 2)}
          y={FLOOR - (level + 1) * (BOX + GAP)}
          width={BOX}
          height={BOX}
          rx={5}
          fill="#fff"
          opacity={0.18 + (level / 7) * 0.34 + (column / 9) * 0.38}
        />
      )),
    )}
    <rect x={0} y={FLOOR} width={330} height={6} rx={3} fill="#fff" opacity={0.9} />
  </svg>
)
