-- Whether a word of a name, or of an e-mail, begins with the given one; of names without regard to case and accents.
create macro words_of_buyer(value) as
  ' ' || translate(left(value, 300), '@.-_+''’´,;:/()"&#*', '                  ');
-- Names repeat, so that their words are made once per name; e-mails do not, so most are left out before.
create macro names_begin(first_name, last_name, word) as
  contains(words_of_buyer(folded(first_name)), ' ' || word) or contains(words_of_buyer(folded(last_name)), ' ' || word);
create macro email_begins(email, word) as
  contains(email, word) and contains(words_of_buyer(email), ' ' || word);
