#!/usr/bin/env bash
# workalendar moves Argentina's holidays by older rules: in 2025 Güemes is on Tuesday 17 June, and 18 August is no working day.
#
# Ley 27.399 (2017): movable holidays (17 June, 17 August, 12 October, 20 November) on a Tuesday or Wednesday move to the Monday before,
# those on a Thursday or Friday to the Monday after. Those of a weekend stay; Decreto 614/2025 (article 1, since 28 August 2025) lets
# the government move them in each case. The package's page says that it has the holidays of Argentina.
# Expected: 10 October 2022, 17 August and 12 October 2024, 16 June and 17 August 2025.
# Seen with workalendar 17.0.0, the newest (Debian python3-workalendar 17.0.0-1), and, for comparison, date-holidays 3.37.0 of npm:
#   2022 Diversidad: workalendar Mon 2022-10-17  date-holidays Mon 2022-10-10
#   2024 San Martín: workalendar Mon 2024-08-19  date-holidays Sat 2024-08-17
#   2024 Diversidad: workalendar Mon 2024-10-14  date-holidays Sat 2024-10-12
#   2025 Güemes: workalendar Tue 2025-06-17  date-holidays Mon 2025-06-16
#   2025 San Martín: workalendar Mon 2025-08-18  date-holidays Sun 2025-08-17
#   working days of June 16 to 18 and August 18, 2025: 16 18
# 17 August is the third Monday whatever the weekday, as before 2017, and 12 October has a rule of its own. Sales per working day, and
# the weekdays that a forecast takes for closed, come out a day off.
#
# Run by hand, on Debian 12: installs the pinned packages into a temporary folder, and fails if the behaviour has changed.
set -euo pipefail

folder=$(mktemp -d)
chmod 755 "$folder"
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --prefix . --no-audit --no-fund --silent date-holidays@3.37.0 &> log || { cat log; exit 2; }
for package in python3-workalendar=17.0.0-1 python3-convertdate=2.4.0-1 python3-lunardate=0.2.0-4 python3-pyluach=1.4.1-1 \
  python3-pymeeus=0.5.11+dfsg1-1 python3-dateutil=2.8.2-2 python3-six=1.16.0-4 python3-tz=2022.7.1-4; do
  apt-get download -qq "$package" &> log || { cat log; exit 2; }
done
for file in *.deb; do dpkg -x "$file" root; done

cat > law.cjs <<'JS'
const Holidays = require('date-holidays')
const days = new Holidays('AR')
for (const [year, name] of [[2022, 'Diversidad'], [2024, 'San Martín'], [2024, 'Diversidad'], [2025, 'Güemes'], [2025, 'San Martín']])
  console.log(`${year};${name};${days.getHolidays(year).find((day) => day.type === 'public' && day.name.includes(name)).date.slice(0, 10)}`)
JS
node law.cjs > law
cat > days.py <<'PYTHON'
from datetime import date
from workalendar.america import Argentina
calendar = Argentina()
for line in open("law", encoding="utf-8"):
    year, name, law = line.strip().split(";")
    day = next(day for day, label in calendar.holidays(int(year)) if name in label)
    print(f"{year} {name}: workalendar {day:%a %Y-%m-%d}  date-holidays {date.fromisoformat(law):%a %Y-%m-%d}")
asked = [date(2025, 6, 16), date(2025, 6, 17), date(2025, 6, 18), date(2025, 8, 18)]
print("working days of June 16 to 18 and August 18, 2025:", *[day.day for day in asked if calendar.is_working_day(day)])
PYTHON
seen=$(LC_ALL=C.UTF-8 PYTHONPATH=root/usr/lib/python3/dist-packages python3 days.py)
echo "$seen"
[ "$seen" = '2022 Diversidad: workalendar Mon 2022-10-17  date-holidays Mon 2022-10-10
2024 San Martín: workalendar Mon 2024-08-19  date-holidays Sat 2024-08-17
2024 Diversidad: workalendar Mon 2024-10-14  date-holidays Sat 2024-10-12
2025 Güemes: workalendar Tue 2025-06-17  date-holidays Mon 2025-06-16
2025 San Martín: workalendar Mon 2025-08-18  date-holidays Sun 2025-08-17
working days of June 16 to 18 and August 18, 2025: 16 18' ] || {
  echo 'The behaviour has changed.'
  exit 1
}
